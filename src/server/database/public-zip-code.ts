import { sql } from 'kysely';

/**
 * Selects the ZIP code of a listing `p` for public use: only its first five digits if the address is
 * withheld, because the others identify a block or a building.
 */
export const PUBLIC_ZIP_CODE = sql`
  case when p.address = 'Address withheld' then short_zip(p.zip_code) else p.zip_code end`;
