/** Parses the parts of a server's `$metadata` (CSDL in XML) that a sync needs. */

export type SourceMetadata = {
  /** Names of the resources. */
  resources: string[];
  /** Names of the fields of Property; empty without Property. */
  fields: Set<string>;
  /** Whether rows of Property can be expanded with their pictures. */
  expandsMedia: boolean;
};

/** @returns undefined if it is not metadata */
export function readMetadata(xml: string): SourceMetadata | undefined {
  if (!/<(?:\w+:)?Edmx\b/.test(xml)) return undefined;
  const sets = [...xml.matchAll(/<EntitySet\b([^>]*)>/g)].map(([, attributes = '']) => ({
    name: attributeOf(attributes, 'Name'),
    type: attributeOf(attributes, 'EntityType').split('.').at(-1) ?? '',
  }));
  const typeName = sets.find(({ name }) => name === 'Property')?.type;
  const type = xml
    .split(/<EntityType\b/)
    .slice(1)
    .find((part) => attributeOf(part.slice(0, part.indexOf('>')), 'Name') === typeName);
  const body = type?.split('</EntityType>')[0] ?? '';
  const namesOf = (tag: string) =>
    [...body.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
      attributeOf(attributes, 'Name'),
    );
  return {
    resources: sets.map(({ name }) => name),
    fields: new Set(namesOf('Property')),
    expandsMedia: namesOf('NavigationProperty').includes('Media'),
  };
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
