import type { Output } from '#kit/contract.ts'
import type { payments } from '../../contract.ts'

/** A payment as its buyer reads it. */
export type Payment = Output<typeof payments.ownPayment>

/** The same as the administration reads it. */
export type Managed = Output<typeof payments.managedPayment>
