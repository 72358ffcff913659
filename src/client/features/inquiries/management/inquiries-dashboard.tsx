import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useSearchParams } from 'react-router';
import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { AllInquiries } from './everyone/all-inquiries.tsx';
import { InquiryInbox } from './inbox.tsx';
import { OpenInquiry } from './open-inquiry.tsx';

/**
 * The dashboard's 'Inquiries' page: all inquiries for admins, who can switch to their own, or the
 * inbox for agents.
 */
export function InquiriesDashboard() {
  const session = useSession();
  const [params] = useSearchParams();
  const isAdmin = session.status === 'signed-in' && can(session.user, 'inquiry:manage');
  if (!isAdmin || params.get('scope') === 'own') return <InquiryInbox isAdmin={isAdmin} />;
  const id = params.get('id') ?? '';
  if (id === '') return <AllInquiries />;
  return (
    <>
      <h1 className="display sr-only">Inquiries</h1>
      <Link
        href={pagePaths.manageInquiries()}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Inquiries
      </Link>
      <OpenInquiry key={id} id={id} />
    </>
  );
}
