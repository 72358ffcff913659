import Phone from 'lucide-react/icons/phone';
import { telHref } from '#shared/format/tel.ts';
import { LinkButton, type LinkButtonProps } from './link-button.tsx';

/** A phone link; renders nothing without a phone number. */
export function CallLink({
  phone,
  ...rest
}: { phone: string | null } & Omit<LinkButtonProps, 'href' | 'children'>) {
  if (phone === null) return null;
  return (
    <LinkButton href={telHref(phone)} {...rest}>
      <Phone aria-hidden="true" className="size-4" />
      Call {phone}
    </LinkButton>
  );
}
