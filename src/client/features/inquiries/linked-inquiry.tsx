import { inquiryQuery } from './inquiry-queries.ts';
import { OpenConversation } from './open-conversation.tsx';

/** An inquiry opened from a link, without an account. */
export function LinkedInquiry({ id, token }: { id: string; token: string }) {
  return (
    <div className="column max-w-3xl py-8 lg:py-12">
      <h1 className="display mb-6 text-xl">Your question</h1>
      <OpenConversation key={id} query={inquiryQuery(id, token)} token={token} />
    </div>
  );
}
