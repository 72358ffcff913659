import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

/** A new secret with a button to copy it. */
export function SecretField({ label, secret }: { label: string; secret: string }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // Without clipboard permission, the user can still select the text.
    }
  }
  return (
    <div className="grid gap-3">
      <Field label={label}>{(control) => <Input {...control} readOnly value={secret} />}</Field>
      <div>
        <Button variant="secondary" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy Secret'}
        </Button>
      </div>
    </div>
  );
}
