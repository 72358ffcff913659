import { useState } from 'react';
import { curlExample, nodeExample, receiverExample } from '#shared/site/api-examples.ts';
import { usePublicSettings } from '../../../api/page-data/public-settings.ts';
import { Button } from '../../../ui/actions/button.tsx';

/** Sample code that reads homes with an API key and receives webhooks. */
export function Examples() {
  const { publicUrl } = usePublicSettings();
  return (
    <section aria-labelledby="examples-heading" className="mt-10">
      <h2 id="examples-heading" className="text-lg font-semibold">
        Examples
      </h2>
      <div className="mt-4 grid gap-3">
        <Example title="Read homes with curl" text={curlExample(publicUrl)} />
        <Example title="Read all homes with Node.js" text={nodeExample(publicUrl)} />
        <Example title="Receive a webhook with Node.js" text={receiverExample} />
      </div>
    </section>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // Without permission, the user can still select the text.
    }
  }
  return (
    <details className="min-w-0 rounded-md border border-line bg-surface">
      <summary className="touch-target cursor-pointer px-5 py-3 font-semibold">{title}</summary>
      <div className="border-t border-line p-5">
        {/* Long lines scroll; keyboard users can scroll only focused elements. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section tabIndex={0} aria-label={title} className="overflow-x-auto text-sm">
          <pre>
            <code>{text}</code>
          </pre>
        </section>
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </details>
  );
}
