import * as v from 'valibot';

/** The hub whose status another page wants to see. Handed over beside the address, which shall not contain it. */
const HandedHubSchema = v.object({
  hub: v.object({
    kind: v.picklist(['hub', 'smartphoneHub']),
    serial: v.string(),
    partNumber: v.string(),
  }),
});
export type HandedHub = v.InferOutput<typeof HandedHubSchema>['hub'];

/** The hub in the state of a location; undefined if there is none. */
export function handedHub(state: unknown): HandedHub | undefined {
  const read = v.safeParse(HandedHubSchema, state);
  return read.success ? read.output.hub : undefined;
}
