/** A module that sells, as tests need it: it notes what payments tell it, and can be closed. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { serverModule } from '#server/module.ts'
import { type Payable, payable } from '../server.ts'

export interface TriedPayable {
  readonly paid: string[]
  readonly failed: string[]
  readonly refunded: { readonly refundId: string; readonly outcome: string; readonly amountFen: bigint }[]
  /** Things that take no money any more. */
  readonly closed: Set<string>
}

/** What it has heard, and the module to register beside the platform's own. */
export function triedPayable() {
  const heard: TriedPayable = { paid: [], failed: [], refunded: [], closed: new Set() }
  const part: Payable = {
    name: 'tried',
    label: { cn: '试单', en: 'Tried order' },
    lock: (db: Connection, { payableId }) => lockNames(db, `tried:${payableId}`),
    async paid(_db, { payableId, paymentId }) {
      if (heard.closed.has(payableId)) return 'too-late'
      heard.paid.push(paymentId)
      return 'accepted'
    },
    async failed(_db, { paymentId, reason }) {
      heard.failed.push(`${reason} ${paymentId}`)
    },
    async refunded(_db, { refundId, outcome, amountFen }) {
      heard.refunded.push({ refundId, outcome, amountFen })
    },
  }
  const module = serverModule({ name: 'tried', contract: {}, routes: {}, extensions: [payable(part)] })
  return { heard, module, newThing: () => uuid() }
}
