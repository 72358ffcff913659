/** Tools that take home IDs, and a tool that calculates the monthly cost for a price. */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { MAX_PRICE } from '#shared/limits.ts';
import { withDefaultTerms, type CostRates, monthlyCost } from '#shared/monthly-cost.ts';
import { idSchemaWith } from '#shared/schemas/common.ts';
import { type Property, propertySchema } from '#shared/schemas/properties/property.ts';
import { searchShape } from '#shared/schemas/properties/property-search.ts';
import { AppError, notFound, validationFailed } from '../../errors/app-error.ts';
import type { PropertyService } from '../properties/property-service.ts';
import { comparedHomeSchema, homeUrl, toLine, toSummary, toText } from './home-outputs.ts';
import { defineTool, type Tool } from './tool.ts';

/** Enough for `MAX_COMPARED` IDs with spaces. */
const MAX_IDS_LENGTH = 100;

/** The parts of a monthly cost, with their names in text results. */
const COST_PARTS = [
  ['rent', 'rent'],
  ['principalAndInterest', 'principal and interest'],
  ['tax', 'property tax'],
  ['insurance', 'insurance'],
  ['hoaFee', 'HOA fee'],
] as const;

type HomeToolOptions = {
  properties: Pick<PropertyService, 'get'>;
  publicUrl: () => string;
  costRates: CostRates;
};

const MIN_COMPARED = 2;
const MAX_COMPARED = 4;

const id = idSchemaWith('No home has this id. An id contains only digits.');
const idInput = z.object({ id });
const advertisedId = z.object({
  id: z.string().describe('Home ID, as returned by search and search_homes'),
});

const PRICE_MESSAGE = `Price must be a number of dollars from 0 to ${MAX_PRICE}.`;
const price = z
  .string({ error: PRICE_MESSAGE })
  .regex(/^\d{1,12}(\.\d{1,2})?$/, PRICE_MESSAGE)
  .transform(Number)
  .refine((dollars) => dollars <= MAX_PRICE, PRICE_MESSAGE);

const { downPayment, rate, termYears } = searchShape;

export function createHomeTools({ properties, publicUrl, costRates }: HomeToolOptions): Tool[] {
  async function readHome(homeId: string): Promise<Property> {
    const { listing } = await properties
      .get(homeId, { isSignedIn: false })
      .catch((error: unknown) => {
        const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
        throw isMissing ? notFound(`No home has the id ${homeId}.`) : error;
      });
    // PostgreSQL serializes listings in the format of `propertySchema`.
    return JSON.parse(listing.text) as Property;
  }

  const fetchHome = defineTool({
    name: 'fetch',
    title: 'Read a home',
    description:
      'Reads a listing in full as text: price, rooms, address, facts, features, open house, description, agent, and URL.',
    advertisedInput: advertisedId,
    input: idInput,
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
    }),
    run: async ({ id: homeId }) => {
      const home = await readHome(homeId);
      const text = toText(home, publicUrl());
      const url = homeUrl(publicUrl(), homeId);
      return { output: { id: homeId, title: home.title, text, url }, text };
    },
  });

  const getHome = defineTool({
    name: 'get_home',
    title: 'Get a home',
    description:
      'Returns all fields of a listing as data, including its pictures and agent, and its URL. Prices are in US dollars (per month for rentals); unknown fields are null.',
    advertisedInput: advertisedId,
    input: idInput,
    output: z.object({ home: propertySchema, url: z.string() }),
    run: async ({ id: homeId }) => {
      const home = await readHome(homeId);
      const url = homeUrl(publicUrl(), homeId);
      return { output: { home, url }, text: toText(home, publicUrl()) };
    },
  });

  const compareHomes = defineTool({
    name: 'compare_homes',
    title: 'Compare homes',
    description: `Compares ${MIN_COMPARED} to ${MAX_COMPARED} homes: price, price per square foot, monthly cost, rooms, area, lot size, year built, fees, and taxes.`,
    advertisedInput: z.object({
      ids: z.array(z.string()).min(MIN_COMPARED).max(MAX_COMPARED).describe('Home IDs'),
    }),
    input: z.object({
      ids: z
        .string({ error: 'Provide the ids of the homes.' })
        // A longer string contains too many IDs.
        .max(MAX_IDS_LENGTH, `Provide ${MIN_COMPARED} to ${MAX_COMPARED} different homes.`)
        .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])
        // Checks the count first because checking each ID is slower.
        .refine(({ length }) => length >= MIN_COMPARED && length <= MAX_COMPARED, {
          error: `Provide ${MIN_COMPARED} to ${MAX_COMPARED} different homes.`,
          abort: true,
        })
        .pipe(z.array(id)),
    }),
    output: z.object({ homes: z.array(comparedHomeSchema) }),
    run: async ({ ids }) => {
      const homes = await Promise.all(ids.map(readHome));
      const comparedHomes = homes.map((home) =>
        Object.assign(toSummary(home, publicUrl()), {
          pricePerSqft: home.sqft > 0 ? roundToCents(home.price / home.sqft) : null,
          monthlyCost: roundToCents(monthlyCost(home, {}, costRates).total),
          yearBuilt: home.yearBuilt,
          lotSqft: home.lotSqft,
          hoaFee: home.hoaFee,
          taxAnnual: home.taxAnnual,
        }),
      );
      const lines = homes.map(
        (home, index) =>
          `${toLine(home, publicUrl())}, about ${formatPrice(comparedHomes[index]?.monthlyCost ?? 0)} a month`,
      );
      return { output: { homes: comparedHomes }, text: lines.join('\n') };
    },
  });

  const cost = z.number().describe('US dollars per month');
  const monthlyCostTool = defineTool({
    name: 'monthly_cost',
    title: 'Monthly cost',
    description:
      'Calculates a home’s monthly cost: principal and interest, property tax, insurance, HOA fee, and their total. Provide the id of a home or a price; the site’s loan terms apply unless you provide others. For rentals, the cost is the rent.',
    advertisedInput: z.object({
      id: z.string().optional().describe('Home ID; not required if a price is provided'),
      price: z.number().optional().describe('US dollars'),
      downPayment: z.number().optional().describe('Percent of the price'),
      rate: z.number().optional().describe('Annual interest rate in percent'),
      termYears: z.int().optional().describe('Loan term in years'),
    }),
    input: z.object({
      id: id.optional(),
      price: price.optional(),
      downPayment,
      rate,
      termYears,
    }),
    output: z.object({
      price: z.number(),
      downPayment: z.number(),
      rate: z.number(),
      termYears: z.number(),
      rent: cost,
      principalAndInterest: cost,
      tax: cost,
      insurance: cost,
      hoaFee: cost,
      total: cost,
      url: z.string().nullable(),
    }),
    run: async (args) => {
      const home = args.id === undefined ? null : await readHome(args.id);
      const dollars = args.price ?? home?.price;
      if (dollars === undefined)
        throw validationFailed([{ path: 'id', message: 'Provide the id of a home, or a price.' }]);
      const status = home?.status ?? 'For Sale';
      const facts = { taxAnnual: home?.taxAnnual ?? null, hoaFee: home?.hoaFee ?? null };
      const parts = monthlyCost({ status, price: dollars, ...facts }, args, costRates);
      const amounts = {
        rent: roundToCents(parts.rent),
        principalAndInterest: roundToCents(parts.principalAndInterest),
        tax: roundToCents(parts.tax),
        insurance: roundToCents(parts.insurance),
        hoaFee: roundToCents(parts.hoaFee),
        total: roundToCents(parts.total),
      };
      const url = home === null ? null : homeUrl(publicUrl(), home._id);
      const terms = withDefaultTerms(args, costRates);
      return {
        output: { price: dollars, ...terms, ...amounts, url },
        text: `${formatPrice(amounts.total)} a month for ${formatPrice(dollars)}${url === null ? '' : ` (${url})`}: ${COST_PARTS.filter(
          ([name]) => amounts[name] > 0,
        )
          .map(([name, label]) => `${label} ${formatPrice(amounts[name])}`)
          .join(', ')}`,
      };
    },
  });

  return [fetchHome, getHome, compareHomes, monthlyCostTool];
}

const roundToCents = (dollars: number) => Math.round(dollars * 100) / 100;
