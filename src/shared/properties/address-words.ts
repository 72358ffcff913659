/**
 * Equivalent words in addresses, such as the common street suffixes, directions, and units of USPS Publication 28
 * (appendixes B and C).
 * A search for one word finds its equivalents.
 */

const GROUPS = `
  alley aly
  apartment apt
  avenue ave av
  beach bch
  bend bnd
  boulevard blvd
  bridge brg
  building bldg
  canyon cyn
  center centre ctr
  circle cir
  court ct
  cove cv
  creek crk
  crossing xing
  drive dr
  east e
  estates ests
  expressway expy
  falls fls
  floor fl
  fort ft
  freeway fwy
  garden gdn
  gardens gdns
  grove grv
  harbor harbour hbr
  heights hts
  highway hwy
  hill hl
  hills hls
  hollow holw
  island is
  junction jct
  lake lk
  landing lndg
  lane ln
  manor mnr
  meadows mdws
  mount mt
  mountain mtn
  north n
  northeast ne
  northwest nw
  orchard orch
  parkway pkwy
  place pl
  plaza plz
  point pt
  ridge rdg
  road rd
  room rm
  saint st street
  south s
  southeast se
  southwest sw
  springs spgs
  square sq
  station sta
  suite ste
  terrace ter
  trail trl
  turnpike tpke
  valley vly
  view vw
  village vlg
  vista vis
  west w`;

const EQUIVALENTS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap((group) => group.map((word) => [word, group] as const)),
);

/** Words that introduce a unit number. An address can have `#` or nothing instead. */
const UNIT_WORDS = new Set(['apartment', 'apt', 'no', 'number', 'ste', 'suite', 'unit']);

/** Returns whether a word introduces a unit number. */
export const isUnitWord = (word: string): boolean => UNIT_WORDS.has(word);

/** Returns whether a word has equivalents. */
export const hasEquivalents = (word: string): boolean => EQUIVALENTS.has(word);

/** Returns a word with its equivalents, in a fixed order. */
export const equivalentsOf = (word: string): readonly string[] => EQUIVALENTS.get(word) ?? [word];

/** Removes words that only introduce a unit number: `apt 32c` becomes `32c`. */
export function withoutUnitWords(words: readonly string[]): string[] {
  return words.filter(
    (word, index) => !UNIT_WORDS.has(word) || !/^\d/.test(words[index + 1] ?? ''),
  );
}
