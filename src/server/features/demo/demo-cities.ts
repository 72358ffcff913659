import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DemoCity, demoCitySchema } from './demo-home.ts';

const CITIES_FOLDER = path.join(import.meta.dirname, '../../../../demo/cities');

/** In the order in which their newest homes appear on the home page. */
const CITY_FILES = [
  'san-diego',
  'asheville',
  'austin',
  'portland',
  'savannah',
  'seattle',
  'boston',
  'denver',
  'chicago',
  'minneapolis',
];

/** Reads the cities and their homes; throws a ZodError if a file does not match the schema. */
export function readDemoCities(): Promise<DemoCity[]> {
  return Promise.all(
    CITY_FILES.map(async (name) => {
      const text = await readFile(path.join(CITIES_FOLDER, `${name}.json`), 'utf8');
      return demoCitySchema.parse(JSON.parse(text));
    }),
  );
}
