/** Whether somebody may open content of any kind, and where: what is offered after it was published. */
import type { Caller, Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { contentKinds } from './kinds.ts'

/** The screen of the item; null where the caller may not open it now, or there is none. */
export async function openingOf(
  db: Connection,
  caller: Caller,
  { businessType, id }: { readonly businessType: number; readonly id: string },
  language: Language,
) {
  const kind = contentKinds.all().find((one) => one.businessType === businessType)
  const [item] = kind ? await kind.visible(db, caller, [id]) : []
  return { link: item?.isAvailable ? item.link : null, kind: kind?.label[language] ?? '' }
}
