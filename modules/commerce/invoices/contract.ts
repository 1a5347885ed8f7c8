/** Invoices: infos, applications, and what finance does with them. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { infosContract } from './contract/infos.ts'
import { invoicesContract } from './contract/invoices.ts'
import { managedContract } from './contract/managed.ts'

export const invoices = contract({ ...infosContract, ...invoicesContract, ...managedContract })
