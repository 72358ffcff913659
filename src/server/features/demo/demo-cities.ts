import { asheville } from './cities/asheville.ts';
import { austin } from './cities/austin.ts';
import { boston } from './cities/boston.ts';
import { chicago } from './cities/chicago.ts';
import { denver } from './cities/denver.ts';
import { minneapolis } from './cities/minneapolis.ts';
import { portland } from './cities/portland.ts';
import { sanDiego } from './cities/san-diego.ts';
import { savannah } from './cities/savannah.ts';
import { seattle } from './cities/seattle.ts';
import type { DemoCity } from './demo-home.ts';

/** In the order in which their newest homes follow each other on the home page. */
export const DEMO_CITIES: readonly DemoCity[] = [
  sanDiego,
  asheville,
  austin,
  portland,
  savannah,
  seattle,
  boston,
  denver,
  chicago,
  minneapolis,
];
