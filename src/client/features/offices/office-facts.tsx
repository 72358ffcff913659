import Building2 from 'lucide-react/icons/building-2';
import type { Office } from '#shared/schemas/offices/office.ts';

/** The logo of an office, or a placeholder. */
export function OfficeLogo(props: { logo: string | null; className?: string }) {
  const { logo, className = 'size-16' } = props;
  return logo === null ? (
    <span
      className={`grid shrink-0 place-items-center rounded-md bg-brand-wash text-brand ${className}`}
    >
      <Building2 aria-hidden="true" className="size-1/2" strokeWidth={1.5} />
    </span>
  ) : (
    <img
      src={logo}
      alt=""
      className={`shrink-0 rounded-md bg-surface object-contain ${className}`}
    />
  );
}

/** Returns an office's address on one line; '' if unknown. */
export function officeAddress({ street, city, state, zipCode }: Office): string {
  const region = [state, zipCode].filter((part) => part !== null).join(' ');
  return [street, city, region].filter((part) => part !== null && part !== '').join(', ');
}
