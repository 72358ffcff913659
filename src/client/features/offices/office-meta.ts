/** The meta tags of the office pages (docs/product/offices.md, Pages). */

import type { MetaDescriptor } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { truncateText } from '#shared/search-term.ts';
import type { Agent } from '#shared/schemas/user.ts';
import type { Office } from '#shared/schemas/offices/office.ts';
import type { ListPage } from '../../api/api-types.ts';
import { siteOf } from '../../api/page-data/site.ts';
import { agentJsonLd } from '../../seo/agent-json-ld.ts';
import { absoluteUrl, breadcrumbJsonLd, pageMeta, settingsOf } from '../../seo/page-meta.ts';
import type { OfficesSearch } from './office-queries.ts';

type Matches = Parameters<typeof pageMeta>[0];

const OFFICES = { label: 'Offices', path: pagePaths.offices() };
const HOME = { label: 'Home', path: pagePaths.home() };

export function officesMeta(
  matches: Matches,
  search: OfficesSearch,
  offices: ListPage<Office> | undefined,
): MetaDescriptor[] {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  return pageMeta(matches, {
    title: search.page > 1 ? `Our Offices, page ${search.page}` : 'Our Offices',
    description: `Offices on ${siteOf(matches).name}, with their agents and homes for sale and rent.`,
    path: pagePaths.offices(search),
    noindex: search.searchTerm !== '' || offices?.items.length === 0,
    jsonLd: [
      breadcrumbJsonLd(publicUrl, [HOME, OFFICES]),
      ...(offices?.items ?? []).map((office) => officeJsonLd(publicUrl, office)),
    ],
  });
}

export function officeMeta(
  matches: Matches,
  office: Office,
  page: number,
  agents: readonly Agent[],
): MetaDescriptor[] {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const place = [office.city, office.state].filter((part) => part !== null).join(', ');
  const facts = `${countOf(office.agentCount, 'agent')} and ${countOf(office.propertyCount, 'home')}`;
  return pageMeta(matches, {
    title: page > 1 ? `${office.name}, page ${page}` : office.name,
    description: truncateText(
      office.about ?? `${office.name}${place === '' ? '' : ` in ${place}`}: ${facts}.`,
      160,
    ),
    path: pagePaths.office(office.slug, page),
    noindex: false,
    jsonLd: [
      breadcrumbJsonLd(publicUrl, [
        HOME,
        OFFICES,
        { label: office.name, path: pagePaths.office(office.slug) },
      ]),
      {
        ...officeJsonLd(publicUrl, office),
        employee: agents.map((agent) => agentJsonLd(publicUrl, agent)),
      },
    ],
  });
}

/** Returns an office as schema.org JSON-LD. */
function officeJsonLd(publicUrl: string, office: Office): Record<string, unknown> {
  const { street, city, state, zipCode } = office;
  const url = absoluteUrl(publicUrl, pagePaths.office(office.slug));
  const knownDetails = Object.entries({
    description: office.about,
    telephone: office.phone,
    email: office.email,
    logo: office.logo === null ? null : absoluteUrl(publicUrl, office.logo),
  }).filter(([, value]) => value !== null);
  const address = Object.entries({
    streetAddress: street,
    addressLocality: city,
    addressRegion: state,
    postalCode: zipCode,
  }).filter(([, value]) => value !== null);
  return {
    '@type': 'RealEstateAgent',
    '@id': url,
    name: office.name,
    url,
    ...Object.fromEntries(knownDetails),
    address: { '@type': 'PostalAddress', ...Object.fromEntries(address), addressCountry: 'US' },
  };
}
