import { tone } from './color.ts';
import type { Vec3 } from './geometry.ts';
import type { Stage } from './stage.ts';
import { blob, fill, line, px } from './svg.ts';

/** A pot with a plant in it, on any floor. */
export function potted(
  stage: Stage,
  foot: Vec3,
  size: number,
  pot = '#b8734f',
  leaf = '#587a52',
  kind: 'bush' | 'blades' | 'leaves' = 'bush',
): void {
  const random = stage.random.fork(`pot${foot.join()}`);
  stage.sprite(
    foot,
    (s) => {
      const S = size * s.scale;
      const w = S * 0.26;
      const ph = S * 0.36;
      const sunny = stage.sun[0] >= 0 ? 1 : -1;
      const [dark, mid, light] = [
        stage.tint(tone(leaf, -0.25), 0.1),
        stage.tint(leaf, 0.5),
        stage.tint(tone(leaf, 0.15), 1),
      ];
      let out = `<ellipse cx="${px(s.x - sunny * w * 0.35)}" cy="${px(s.y)}" rx="${px(w * 1.15)}" ry="${px(w * 0.22)}" fill="${stage.mood.shadow}" fill-opacity=".25"/>`;
      const top = s.y - ph;
      let plant = '';
      if (kind === 'bush') {
        plant += fill(blob(random, s.x, top - S * 0.26, w * 1.15, S * 0.32, 0.12, 11), dark);
        plant += fill(
          blob(random, s.x + sunny * w * 0.12, top - S * 0.3, w * 0.95, S * 0.26, 0.14, 10),
          mid,
        );
        for (let i = 0; i < 12; i += 1) {
          plant += `<ellipse cx="${px(s.x + sunny * w * 0.2 + random.range(-0.8, 0.8) * w)}" cy="${px(top - S * random.range(0.12, 0.5))}" rx="${px(w * 0.15)}" ry="${px(w * 0.1)}" fill="${light}" fill-opacity=".7"/>`;
        }
      } else {
        const blades = kind === 'blades' ? 11 : 9;
        for (let i = 0; i < blades; i += 1) {
          const angle = Math.PI * (0.14 + (i / (blades - 1)) * 0.72) + random.range(-0.1, 0.1);
          const reach = S * random.range(0.5, 0.74);
          const [tx, ty] = [s.x + Math.cos(angle) * reach * 0.9, top - Math.sin(angle) * reach];
          const color = [dark, mid, light][i % 3] ?? mid;
          if (kind === 'blades') {
            plant += fill(
              `M${px(s.x - w * 0.12)} ${px(top)}Q${px(s.x + Math.cos(angle) * reach * 0.2)} ${px(top - reach * 0.7)} ${px(tx)} ${px(ty)}Q${px(s.x + Math.cos(angle) * reach * 0.4)} ${px(top - reach * 0.5)} ${px(s.x + w * 0.12)} ${px(top)}Z`,
              color,
            );
          } else {
            plant += line(
              `M${px(s.x)} ${px(top)}Q${px(s.x + (tx - s.x) * 0.3)} ${px(top - reach * 0.6)} ${px(tx)} ${px(ty)}`,
              dark,
              Math.max(1, S * 0.012),
            );
            const turn = (-angle * 180) / Math.PI + (Math.cos(angle) > 0 ? 25 : -25);
            plant += `<ellipse cx="${px(tx)}" cy="${px(ty)}" rx="${px(S * 0.15)}" ry="${px(S * 0.065)}" transform="rotate(${px(turn)} ${px(tx)} ${px(ty)})" fill="${color}"/>`;
          }
        }
      }
      out += plant;
      out += fill(
        `M${px(s.x - w)} ${px(top)}H${px(s.x + w)}L${px(s.x + w * 0.72)} ${px(s.y)}H${px(s.x - w * 0.72)}Z`,
        stage.tint(pot, 0.6),
      );
      const shadeX = s.x - sunny * w;
      out += fill(
        `M${px(shadeX)} ${px(top)}h${px(sunny * w * 0.7)}L${px(s.x - sunny * w * 0.2)} ${px(s.y)}H${px(s.x - sunny * w * 0.72)}Z`,
        stage.tint(pot, 0),
        0.6,
      );
      out += fill(
        `M${px(s.x - w * 1.06)} ${px(top - S * 0.03)}h${px(w * 2.12)}v${px(S * 0.05)}h${px(-w * 2.12)}Z`,
        stage.tint(tone(pot, 0.1), 0.7),
      );
      return out;
    },
    { half: size * 0.3, up: size },
  );
}
