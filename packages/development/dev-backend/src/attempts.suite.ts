import { describe, expect, test } from '@jest/globals';
import { DEMO_PASSWORD } from './database/demo-data.ts';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

const HALF_A_MINUTE = 30_000;

/** Tests of the limit of wrong passwords, for each kind of database. */
export function testAttempts(client: () => BackendClient): void {
  const newAddress = async () => (await client().newPerson({})).email;
  const wait = (milliseconds: number) => {
    client().clock.ahead += milliseconds;
  };

  async function enterFiveWrong(email: string): Promise<void> {
    for (let time = 0; time < 5; time += 1)
      expect((await client().enter(email, new Visitor(), `wrong-${time}`)).status).toBe(422);
  }

  describe('the sign-in', () => {
    test('says how long to wait after five wrong passwords, and keeps the address', async () => {
      const email = await newAddress();
      await enterFiveWrong(email);
      const visitor = new Visitor({ 'accept-language': 'de' });
      const refused = await client().enter(email, visitor);
      expect(refused).toMatchObject({ status: 429, text: expect.stringMatching(/Bitte warten Sie (2\d|30) Sekunden/) });
      expect(refused.headers.get('retry-after')).toMatch(/^(2\d|30)$/);
      expect(refused.text).toContain(`value="${email}"`);
      wait(HALF_A_MINUTE);
      expect((await visitor.submit(refused, { email, password: DEMO_PASSWORD })).url.pathname).toBe('/settings');
    });

    test('does not reveal by the limit who has an identity', async () => {
      const known = await newAddress();
      const unknown = `no-${known}`;
      await enterFiveWrong(known);
      await enterFiveWrong(unknown);
      const [first, second] = [await client().enter(known), await client().enter(unknown)];
      expect(second.status).toBe(429);
      const [, alert] = /<div class="error"[^]*?<\/div>/.exec(first.text) ?? [];
      expect(second.text).toContain(alert ?? '');
    });

    test('is possible at once with a new password, set by the link in a mail', async () => {
      const email = await newAddress();
      await enterFiveWrong(email);
      const visitor = new Visitor();
      await visitor.submit(await visitor.goTo(`${client().url}/identity/forgotten-password`), { email });
      await visitor.submit(await visitor.goTo(await client().linkTo(email)), { password: 'Gravel-2026' });
      expect((await client().enter(email, visitor, 'Gravel-2026')).url.href).toBe(`${PORTAL}/settings`);
    });
  });

  test('the sixth mail with a link to a new password has to wait', async () => {
    const email = await newAddress();
    const visitor = new Visitor();
    const ask = async () =>
      await visitor.submit(await visitor.goTo(`${client().url}/identity/forgotten-password`), { email });
    for (let time = 0; time < 5; time += 1) expect((await ask()).url.pathname).toMatch(/\/sent$/);
    expect(await ask()).toMatchObject({
      status: 429,
      text: expect.stringMatching(/requested too often\. Please wait (2\d|30) seconds, then/),
    });
    wait(HALF_A_MINUTE);
    expect((await ask()).url.pathname).toMatch(/\/sent$/);
  });
}
