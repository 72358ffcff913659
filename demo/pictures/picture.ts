/** What a picture of the demo is, as every folder of drawings gives it. */

import type { Light, Season } from './palette.ts';
import type { Random } from './random.ts';

export type Kind =
  | 'exterior-house'
  | 'exterior-apartment'
  | 'exterior-condo'
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bathroom'
  | 'study'
  | 'garden'
  | 'balcony'
  | 'terrace'
  | 'street'
  | 'portrait'
  | 'scene';

/** One picture: what it is called, what it shows, and how it is drawn. */
export interface Picture {
  /** File name without its ending. */
  name: string;
  kind: Kind;
  /** One sentence that tells truthfully what can be seen. */
  alt: string;
  tags: { season: Season; light: Light; style: string };
  width?: number;
  height?: number;
  /** Markup inside the picture's `<svg>`. */
  draw: (random: Random) => string;
}
