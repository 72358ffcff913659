/** Generates the RESO Web API's metadata from the fields: CSDL as XML and JSON. */

import type { ResoField } from '../import/reso/reso-serializer.ts';

type ResourceFields = Readonly<
  Record<string, { key: string; fields: Readonly<Record<string, ResoField>> }>
>;
type Expansions = Readonly<Record<string, { resource: string; isMany: boolean }>>;

const NAMESPACE = 'org.reso.metadata';
const LOOKUP_TERM = 'RESO.OData.Metadata.LookupName';

const attributesOf = ({ type }: ResoField) =>
  type === 'Edm.Decimal'
    ? ' Precision="16" Scale="2"'
    : type === 'Edm.DateTimeOffset'
      ? ' Precision="3"'
      : '';

/** @returns CSDL XML 4.0, which 4.01 clients accept too */
export function toXml(resources: ResourceFields, expansions: Expansions): string {
  const types = Object.entries(resources).map(([name, { key, fields }]) => {
    const properties = Object.entries(fields).map(([field, definition]) => {
      const { type, isCollection, lookup } = definition;
      const typeName = isCollection === true ? `Collection(${type})` : type;
      const nullable = field === key || isCollection === true ? ' Nullable="false"' : '';
      const open = `<Property Name="${field}" Type="${typeName}"${nullable}${attributesOf(definition)}`;
      return lookup === undefined
        ? `${open}/>`
        : `${open}><Annotation Term="${LOOKUP_TERM}" String="${lookup.name}"/></Property>`;
    });
    const navigation =
      name === 'Property'
        ? Object.entries(expansions).map(([field, { resource, isMany }]) => {
            const type = `${NAMESPACE}.${resource}`;
            return `<NavigationProperty Name="${field}" Type="${isMany ? `Collection(${type})` : type}"/>`;
          })
        : [];
    return `<EntityType Name="${name}"><Key><PropertyRef Name="${key}"/></Key>${[...properties, ...navigation].join('')}</EntityType>`;
  });
  const sets = Object.keys(resources).map((name) => {
    const bindings =
      name === 'Property'
        ? Object.entries(expansions).map(
            ([field, { resource }]) =>
              `<NavigationPropertyBinding Path="${field}" Target="${resource}"/>`,
          )
        : [];
    return `<EntitySet Name="${name}" EntityType="${NAMESPACE}.${name}">${bindings.join('')}</EntitySet>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices><Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${NAMESPACE}">${types.join('')}<EntityContainer Name="Container">${sets.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>
`;
}

/** @returns CSDL JSON 4.01 */
export function toJson(resources: ResourceFields, expansions: Expansions): Record<string, unknown> {
  const types = Object.entries(resources).map(([name, { key, fields }]) => {
    const properties = Object.entries(fields).map(([field, { type, isCollection, lookup }]) => [
      field,
      {
        ...(type === 'Edm.String' ? {} : { $Type: type }),
        ...(isCollection === true ? { $Collection: true } : {}),
        ...(field === key || isCollection === true ? {} : { $Nullable: true }),
        ...(type === 'Edm.Decimal' ? { $Precision: 16, $Scale: 2 } : {}),
        ...(type === 'Edm.DateTimeOffset' ? { $Precision: 3 } : {}),
        ...(lookup === undefined ? {} : { [`@${LOOKUP_TERM}`]: lookup.name }),
      },
    ]);
    const navigation = Object.entries(name === 'Property' ? expansions : {}).map(
      ([field, { resource, isMany }]) => [
        field,
        {
          $Kind: 'NavigationProperty',
          $Type: `${NAMESPACE}.${resource}`,
          ...(isMany ? { $Collection: true } : { $Nullable: true }),
        },
      ],
    );
    const type = Object.fromEntries([...properties, ...navigation]) as Record<string, unknown>;
    return [name, { $Kind: 'EntityType', $Key: [key], ...type }];
  });
  const sets = Object.keys(resources).map((name) => [
    name,
    { $Collection: true, $Type: `${NAMESPACE}.${name}` },
  ]);
  return {
    $Version: '4.01',
    $EntityContainer: `${NAMESPACE}.Container`,
    [NAMESPACE]: {
      ...(Object.fromEntries(types) as Record<string, unknown>),
      Container: { $Kind: 'EntityContainer', ...(Object.fromEntries(sets) as object) },
    },
  };
}
