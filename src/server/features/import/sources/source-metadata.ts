/** Parses the parts of a server's `$metadata` (CSDL in XML) that a sync needs. */

export type SourceMetadata = {
  /** Resource names. */
  resources: string[];
  /** Field names of Property; empty if the server has no Property. */
  fields: Set<string>;
  /** Whether Property rows can be expanded with their pictures. */
  canExpandMedia: boolean;
};

/** Parses metadata. Returns undefined if the text is not metadata. */
export function readMetadata(xml: string): SourceMetadata | undefined {
  if (!/<(?:\w+:)?Edmx\b/.test(xml)) return undefined;
  const entitySets = [...xml.matchAll(/<EntitySet\b([^<>]*)>/g)].map(([, attributes = '']) => ({
    name: attributeOf(attributes, 'Name'),
    type: attributeOf(attributes, 'EntityType').split('.').at(-1) ?? '',
  }));
  const typeName = entitySets.find(({ name }) => name === 'Property')?.type;
  const type = xml
    .split(/<EntityType\b/)
    .slice(1)
    .find((part) => attributeOf(part.slice(0, part.indexOf('>')), 'Name') === typeName);
  const body = type?.split('</EntityType>')[0] ?? '';
  const namesOf = (tag: string) =>
    [...body.matchAll(new RegExp(`<${tag}\\b([^<>]*)>`, 'g'))].map(([, attributes = '']) =>
      attributeOf(attributes, 'Name'),
    );
  return {
    resources: entitySets.map(({ name }) => name),
    fields: new Set(namesOf('Property')),
    canExpandMedia: namesOf('NavigationProperty').includes('Media'),
  };
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
