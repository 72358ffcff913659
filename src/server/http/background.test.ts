import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { installBackground } from './background.ts';
import { installShedLog } from './logging/shed-log.ts';

test('work after a response waits for other work for the same IP address', async () => {
  const app = Fastify();
  installShedLog(app);
  const background = installBackground(app);
  const startedWork: { name: string; end: () => void }[] = [];
  app.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }, reply) => {
    background.afterResponse(
      reply,
      'a task',
      () => new Promise<void>((end) => startedWork.push({ name, end })),
    );
    return 'done';
  });
  for (const name of ['one', 'two', 'three'])
    await app.inject({ url: `/${name}`, remoteAddress: '192.0.2.1' });
  await app.inject({ url: '/other', remoteAddress: '192.0.2.2' });
  const names = () => startedWork.map(({ name }) => name);
  await expect.poll(names).toEqual(['one', 'other']);
  for (const name of ['two', 'three']) {
    for (const { end } of startedWork.splice(0)) end();
    await expect.poll(names).toEqual([name]);
  }
  for (const { end } of startedWork) end();
  await app.close();
});
