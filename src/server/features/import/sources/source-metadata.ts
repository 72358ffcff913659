/** Parses the parts of a server's `$metadata` (CSDL in XML) that a sync needs. */

export type SourceMetadata = {
  /** Resource names. */
  resources: string[];
  /** The field names of the Property resource; empty if the server has no Property resource. */
  fields: Set<string>;
  /** Whether Property rows can be expanded with their pictures. */
  canExpandMedia: boolean;
};

/** More entity sets, types, or fields than any real server has. */
const MAX_TAGS = 5_000;

/** Parses metadata. Returns undefined if the text is not metadata. Reads at most `MAX_TAGS` tags of each kind. */
export function readMetadata(xml: string): SourceMetadata | undefined {
  if (!/<(?:\w+:)?Edmx\b/.test(xml)) return undefined;
  const entitySets = tagsOf(xml, 'EntitySet').map(({ attributes }) => ({
    name: attributeOf(attributes, 'Name'),
    type: attributeOf(attributes, 'EntityType').split('.').at(-1) ?? '',
  }));
  const typeName = entitySets.find(({ name }) => name === 'Property')?.type;
  const type = tagsOf(xml, 'EntityType').find(
    ({ attributes }) => attributeOf(attributes, 'Name') === typeName,
  );
  const end = type === undefined ? -1 : xml.indexOf('</EntityType>', type.end);
  const body = type === undefined ? '' : xml.slice(type.end, end === -1 ? undefined : end);
  const namesOf = (tag: string) =>
    tagsOf(body, tag).map(({ attributes }) => attributeOf(attributes, 'Name'));
  return {
    resources: entitySets.map(({ name }) => name),
    fields: new Set(namesOf('Property')),
    canExpandMedia: namesOf('NavigationProperty').includes('Media'),
  };
}

/** Returns the opening tags of an element, with the index of their end. */
function tagsOf(xml: string, name: string): { attributes: string; end: number }[] {
  const tags: { attributes: string; end: number }[] = [];
  for (const match of xml.matchAll(new RegExp(`<${name}\\b([^<>]*)>`, 'g'))) {
    tags.push({ attributes: match[1] ?? '', end: match.index + match[0].length });
    if (tags.length === MAX_TAGS) break;
  }
  return tags;
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
