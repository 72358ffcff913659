import { mix, tone } from '../color.ts';
import type { Random } from '../random.ts';
import { fill, line } from '../svg.ts';
import type { Hair } from './hair.ts';
import { hairOf } from './hair.ts';

export interface Person {
  skin: string;
  hair: Hair;
  hairColor: string;
  clothes: 'sweater' | 'blazer' | 'turtleneck' | 'shirt' | 'blouse' | 'cardigan';
  cloth: string;
  under?: string;
  ground: string;
  /** Width of the face against the usual one. */
  broad?: number;
  age?: 'young' | 'grown' | 'old';
  beard?: 'none' | 'full' | 'short' | 'moustache';
  glasses?: 'round' | 'square';
  earrings?: boolean;
  lips?: string;
}

const FACE =
  'M168 190C168 134 198 104 240 104C282 104 312 134 312 190C312 236 296 274 268 294C250 304 230 304 212 294C184 274 168 236 168 190Z';

function clothing(p: Person): string {
  const { cloth } = p;
  const dark = tone(cloth, -0.2);
  const light = tone(cloth, 0.12);
  const under = p.under ?? '#f3ecdf';
  const body = 'M62 480C66 408 108 372 178 352C200 366 280 366 302 352C372 372 414 408 418 480Z';
  const shade = fill('M302 352C372 372 414 408 418 480H316C332 440 326 392 302 352Z', dark, 0.55);
  const folds =
    line('M112 480C114 450 122 424 136 404', dark, 4, 0.5) +
    line('M368 480C366 450 358 424 344 404', tone(cloth, -0.32), 4, 0.4);
  switch (p.clothes) {
    case 'sweater': {
      const ribs = Array.from({ length: 15 }, (_, i) =>
        line(`M${184 + i * 8} ${358 + Math.sin((i / 14) * Math.PI) * 10}v13`, dark, 2, 0.45),
      ).join('');
      return (
        fill(body, cloth) +
        shade +
        fill('M174 352C198 378 282 378 306 352L310 370C284 400 196 400 170 370Z', light) +
        ribs +
        folds
      );
    }
    case 'turtleneck':
      return (
        fill(body, cloth) +
        shade +
        fill('M190 310C206 322 274 322 290 310L298 366C276 386 204 386 182 366Z', light) +
        fill('M262 318C278 316 286 313 290 310L298 366C290 374 280 378 268 380Z', dark, 0.4) +
        line('M186 352C208 370 272 370 294 352', dark, 3, 0.4) +
        folds
      );
    case 'shirt':
      return (
        fill(body, cloth) +
        shade +
        fill('M186 340L240 392L206 420C190 400 178 376 174 352Z', light) +
        fill('M294 340L240 392L274 420C290 400 302 376 306 352Z', tone(cloth, 0.06)) +
        line('M240 394V480', dark, 3, 0.5) +
        [418, 448]
          .map((y) => `<circle cx="246" cy="${y}" r="3.4" fill="${dark}" fill-opacity=".7"/>`)
          .join('') +
        folds
      );
    case 'blazer':
      return (
        fill('M170 352L240 480L310 352Z', under) +
        fill('M188 344L240 398L222 420C204 396 190 372 184 350Z', tone(under, 0.3)) +
        fill('M292 344L240 398L258 420C276 396 290 372 296 350Z', tone(under, -0.06)) +
        fill('M62 480C66 408 108 372 182 350L238 480Z', cloth) +
        fill('M418 480C414 408 372 372 298 350L242 480Z', tone(cloth, -0.1)) +
        fill('M182 350L160 378L178 396L170 412L236 480H240C214 438 194 396 182 350Z', light) +
        fill(
          'M298 350L320 378L302 396L310 412L244 480H240C266 438 286 396 298 350Z',
          tone(cloth, -0.02),
        ) +
        folds
      );
    case 'blouse':
      return (
        fill(body, cloth) +
        shade +
        fill(
          'M186 344C200 392 224 420 240 432C256 420 280 392 294 344C276 372 204 372 186 344Z',
          p.skin,
        ) +
        fill(
          'M186 344C200 392 224 420 240 432C228 404 204 376 194 344Z',
          tone(p.skin, -0.16),
          0.6,
        ) +
        line('M182 350C198 396 222 424 240 436C258 424 282 396 298 350', light, 6, 0.9) +
        folds
      );
    case 'cardigan':
      return (
        fill('M172 352C200 380 280 380 308 352V480H172Z', under) +
        fill(
          'M176 352C200 374 280 374 304 352L306 362C280 388 200 388 174 362Z',
          tone(under, -0.12),
        ) +
        fill('M62 480C66 408 108 372 180 350C190 400 206 444 214 480Z', cloth) +
        fill('M418 480C414 408 372 372 300 350C290 400 274 444 266 480Z', dark) +
        line('M180 350C190 400 206 444 214 480', light, 7, 0.9) +
        line('M300 350C290 400 274 444 266 480', cloth, 7, 0.9) +
        folds
      );
  }
}

function features(p: Person): string {
  const { skin } = p;
  const deep = mix(tone(skin, -0.32), '#7a3526', 0.22);
  const brow =
    p.hair === 'hijab'
      ? '#3a2b26'
      : p.age === 'old'
        ? mix(p.hairColor, '#8b8580', 0.4)
        : tone(p.hairColor, -0.25);
  const ink = '#2d2320';
  let out = '';
  // Brows, lids, eyes: calm and looking at the viewer.
  for (const side of [-1, 1]) {
    const x = 240 + side * 31;
    out += line(
      `M${x - side * 15} 176Q${x} ${p.age === 'old' ? 168 : 166} ${x + side * 17} 175`,
      brow,
      p.age === 'young' ? 4.6 : 5.2,
      0.85,
    );
    out += `<ellipse cx="${x}" cy="198" rx="10.5" ry="6" fill="#fbf5ea"/><circle cx="${x}" cy="198" r="6" fill="#3b2a22"/><circle cx="${x + 1.8}" cy="195.8" r="1.7" fill="#fff6e6"/>`;
    out += `<path d="M${x - 12} 199Q${x} 186.5 ${x + 12} 199Q${x} 191.5 ${x - 12} 199Z" fill="${ink}"/>`;
    out += line(`M${x - 11} 190Q${x} 183 ${x + 11} 190`, deep, 1.8, 0.5);
    out += `<path d="M${x - 11} 200Q${x} 210 ${x + 11} 200Q${x} 205 ${x - 11} 200Z" fill="${skin}"/>`;
    if (p.age === 'old')
      out += line(
        `M${x + side * 17} 204q${side * 6} 3 ${side * 10} 8M${x - 10} 212q10 5 20 0`,
        deep,
        1.8,
        0.4,
      );
    out += `<ellipse cx="${240 + side * 43}" cy="232" rx="19" ry="13" fill="#c8604a" fill-opacity=".13"/>`;
  }
  out += fill(
    'M240 184C244 206 254 226 256 236C254 246 240 246 234 242C244 240 246 236 244 226Z',
    deep,
    0.26,
  );
  out += line('M229 240Q240 248 252 240', deep, 2.6, 0.6);
  const lip = p.lips ?? mix(skin, '#a8483c', 0.42);
  out +=
    fill(
      'M213 261Q229 257 240 261Q251 257 267 261Q254 271 240 271Q226 271 213 261Z',
      tone(lip, -0.14),
    ) + fill('M213 261Q227 270 240 270Q253 270 267 261Q257 281 240 281Q223 281 213 261Z', lip);
  out += line('M209 258Q224 270 240 270Q256 270 271 258', mix(deep, '#3a1d1a', 0.35), 2.4, 0.75);
  if (p.age === 'old')
    out +=
      line('M204 244q-6 10 -4 22M276 244q6 10 4 22', deep, 2.2, 0.4) +
      line('M214 140q26 -7 52 0', deep, 1.8, 0.25);
  return out;
}

function beardOf(p: Person): string {
  if (p.beard === undefined || p.beard === 'none') return '';
  const c = tone(p.hairColor, -0.06);
  const lips = 'M212 262Q240 256 268 262Q256 282 240 282Q224 282 212 262Z';
  const tache = fill(
    'M206 262C212 250 228 246 240 250C252 246 268 250 274 262C262 258 252 258 240 259C228 258 218 258 206 262Z',
    c,
  );
  if (p.beard === 'moustache') return tache;
  const top = p.beard === 'full' ? 206 : 222;
  const chin = p.beard === 'full' ? 320 : 305;
  return (
    fill(
      `M168 ${top - 14}C170 ${top + 50} 186 ${chin - 18} 214 ${chin - 4}C232 ${chin + 3} 248 ${chin + 3} 266 ${chin - 4}C294 ${chin - 18} 310 ${top + 50} 312 ${top - 14}C306 ${top + 24} 296 246 278 250C258 244 222 244 202 250C184 246 174 ${top + 24} 168 ${top - 14}ZM${lips.slice(1)}`,
      c,
      p.beard === 'short' ? 0.72 : 1,
    ).replace('<path', '<path fill-rule="evenodd"') + tache
  );
}

/** A bust of one person on a quiet ground: lit from the left, looking at the viewer. */
export function portrait(p: Person, random: Random): string {
  const broad = p.broad ?? 1;
  const shadow = mix(tone(p.skin, -0.24), '#8a3f30', 0.12);
  const hair = hairOf(p.hair, p.hairColor, random.fork('hair'));
  const wide = (svg: string): string =>
    `<g transform="translate(240 0) scale(${broad} 1) translate(-240 0)">${svg}</g>`;
  const covered = p.hair === 'hijab';
  const ears =
    covered || ['bob', 'long', 'waves'].includes(p.hair)
      ? ''
      : [-1, 1]
          .map(
            (s) =>
              `<ellipse cx="${240 + s * 73}" cy="212" rx="12" ry="20" fill="${s < 0 ? p.skin : shadow}"/><path d="M${240 + s * 76} 202q${s * 5} 8 ${-s * 2} 18" fill="none" stroke="${shadow}" stroke-width="3" stroke-opacity=".6"/>`,
          )
          .join('');
  let out = `<defs><linearGradient id="g" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="${tone(p.ground, 0.3)}"/><stop offset="1" stop-color="${tone(p.ground, -0.06)}"/></linearGradient><linearGradient id="f" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="${tone(p.skin, 0.14)}"/><stop offset=".55" stop-color="${p.skin}"/><stop offset="1" stop-color="${tone(p.skin, -0.1)}"/></linearGradient><clipPath id="head"><path d="${FACE}"/></clipPath></defs>`;
  out += `<rect width="480" height="480" fill="url(#g)"/>`;
  out += `<circle cx="240" cy="226" r="186" fill="${tone(p.ground, 0.3)}" fill-opacity=".55"/><g transform="translate(240 250) scale(1.13) translate(-240 -236)">`;
  out += wide(hair.back);
  // Neck with the shadow of the chin, then clothes, then the head.
  const neck =
    fill(
      'M198 262H282V340C282 352 290 356 302 358C288 384 192 384 178 358C190 356 198 352 198 340Z',
      p.skin,
    ) +
    fill('M198 276C220 316 262 316 282 276V338C266 346 216 334 198 300Z', shadow, 0.75) +
    fill('M262 300L282 290V340C282 352 290 356 302 358C292 372 276 376 262 376Z', shadow, 0.45);
  out +=
    neck +
    `<g transform="translate(0 -16)">${clothing(p)}<path d="M62 478H418V520H62Z" fill="${p.cloth}"/></g>`;
  out += wide(
    ears +
      fill(FACE, 'url(#f)') +
      `<g clip-path="url(#head)">${fill('M270 100C300 150 300 240 262 304H330V100Z', shadow, 0.32)}${fill('M160 170C180 140 300 140 320 170V100H160Z', shadow, covered || p.hair === 'bald' ? 0.12 : 0.3)}</g>`,
  );
  out += wide(features(p) + beardOf(p) + hair.front);
  if (p.earrings === true && !covered)
    out += [-1, 1]
      .map(
        (s) =>
          `<circle cx="${240 + s * 74 * broad}" cy="237" r="5.5" fill="#d9b05c"/><circle cx="${240 + s * 74 * broad - 1.5}" cy="235" r="1.8" fill="#fff0c8"/>`,
      )
      .join('');
  if (p.glasses !== undefined) {
    const rim = '#33302e';
    for (const s of [-1, 1]) {
      const x = 240 + s * 32;
      out +=
        p.glasses === 'round'
          ? `<circle cx="${x}" cy="198" r="23" fill="#fff" fill-opacity=".12" stroke="${rim}" stroke-width="3.6"/>`
          : `<rect x="${x - 24}" y="181" width="48" height="35" rx="11" fill="#fff" fill-opacity=".12" stroke="${rim}" stroke-width="4"/>`;
      out += line(`M${x + s * 23} 194L${240 + s * 72 * broad} 198`, rim, 3.4);
    }
    out += line('M231 195Q240 190 249 195', rim, 3.4);
  }
  return `${out}</g>`;
}
