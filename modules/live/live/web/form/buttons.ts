/** The buttons of the live form (LIVE-107, LIVE-115 to LIVE-121), and their effects. */
import { isLegacy, type LiveMode, type Supplier } from '../../contract/states.ts'
import type { FormMode, LiveFormType } from './values.ts'

/**
 * `apply`: to the approval information, and from there to approval. `lecturer`, `host`: create the live session and
 * enter it. `confirm`: create it, and share it or open its room. `save`: change it.
 */
export type FormButton = 'apply' | 'lecturer' | 'host' | 'confirm' | 'save'

export interface FormSituation {
  readonly mode: FormMode
  readonly supplier: Supplier
  readonly approval: boolean
  readonly type: LiveFormType
  readonly liveMode: LiveMode | null
}

export function buttonsOf({ mode, supplier, approval, type, liveMode }: FormSituation): readonly FormButton[] {
  if (mode === 'view') return []
  if (mode === 'edit') return ['save']
  if (approval || mode === 'resubmit') return ['apply']
  if (type === 2 || isLegacy(supplier)) return ['confirm']
  return liveMode === 3 ? ['lecturer', 'host'] : ['host']
}

/** The `urlType` of an entry (LIVE-128, LIVE-129); both belong to the organizer side. */
export const urlTypeOf = { host: 1, lecturer: 2 } as const
export const organizerIdentity = 2

/** The address that an entry opens (LIVE-131): the client's only for a client-initiated live session. */
export function entryOf(
  urls: { readonly webUrl: string; readonly clientUrl: string | null },
  executionMode: number,
): string {
  return executionMode === 2 && urls.clientUrl ? urls.clientUrl : urls.webUrl
}
