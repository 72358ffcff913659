import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import { Link } from '../../ui/actions/link.tsx';
import { atWidth } from '../../ui/pictures/image-sources.ts';

/** The home that an inquiry is about; a link unless the listing was deleted. */
export function HomeLine({ property }: { property: Inquiry['property'] }) {
  const { _id, title, price, image } = property;
  const content = (
    <>
      {image !== null && (
        <img
          src={atWidth(image, 320)}
          alt=""
          width={64}
          height={48}
          className="h-12 w-16 shrink-0 rounded-sm object-cover"
        />
      )}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block text-sm text-ink-soft figures">
          {formatPrice(price)}
          {_id === null && ' · No longer listed'}
        </span>
      </span>
    </>
  );
  const className = 'flex min-w-0 items-center gap-3 rounded-sm';
  return _id === null ? (
    <p className={className}>{content}</p>
  ) : (
    <Link href={pagePaths.property(_id)} data-key="v" className={`${className} hover:underline`}>
      {content}
    </Link>
  );
}
