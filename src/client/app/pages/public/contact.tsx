import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { Route } from './+types/contact';
import { siteOf, useSite } from '../../../api/page-data/site.ts';
import { addressLines, phoneHref } from '../../../features/contact/office.ts';
import { ContactForm } from '../../../features/contact/contact-form.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { breadcrumbJsonLd, pageMeta, settingsOf } from '../../../seo/page-meta.ts';
import { Card } from '../../../ui/blocks/card.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description: `Contact ${siteOf(matches).name} with questions about a home, a listing, or an account.`,
    path: pagePaths.contact(),
    jsonLd: [
      breadcrumbJsonLd(settingsOf(matches)?.publicUrl ?? '', [
        { label: 'Home', path: pagePaths.home() },
        { label: 'Contact', path: pagePaths.contact() },
      ]),
    ],
  });

export default function ContactPage() {
  const { contact } = useSite();
  const address = addressLines(contact);
  return (
    <>
      <PageHeader
        eyebrow="Contact"
        title="Get in touch."
        text="For questions about a home, use the form on its page, which goes straight to the agent. For everything else, write to us here."
      />
      <div className="column grid gap-x-16 gap-y-12 pb-24 lg:grid-cols-[3fr_2fr]">
        <Card className="p-6 sm:p-8">
          <ContactForm />
          <noscript>
            <p className="text-ink-soft">
              This form requires JavaScript.{' '}
              {contact.email !== '' && `Without it, please email ${contact.email}.`}
            </p>
          </noscript>
        </Card>
        <div>
          <h2 className="sr-only">Our office</h2>
          <dl className="divide-y divide-line border-y border-line">
            {address.length > 0 && (
              <Detail icon={<MapPin />} label="Office">
                {address.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </Detail>
            )}
            {contact.phone !== '' && (
              <Detail icon={<Phone />} label="Phone">
                <a
                  href={phoneHref(contact.phone)}
                  className="figures touch-target inline-flex items-center underline-offset-4 hover:underline"
                >
                  {contact.phone}
                </a>
              </Detail>
            )}
            {contact.email !== '' && (
              <Detail icon={<Mail />} label="Email">
                <a
                  href={`mailto:${contact.email}`}
                  className="touch-target inline-flex items-center underline-offset-4 [overflow-wrap:anywhere] hover:underline"
                >
                  {contact.email}
                </a>
              </Detail>
            )}
          </dl>
        </div>
      </div>
    </>
  );
}

function Detail({
  icon,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="relative py-5 pl-10">
      {/* A group in a description list can contain only terms and details. */}
      <dt className="text-sm text-ink-soft">
        <span aria-hidden="true" className="absolute top-5.5 left-0 text-clay [&>svg]:size-5">
          {icon}
        </span>
        {label}
      </dt>
      <dd className="text-lg">{children}</dd>
    </div>
  );
}
