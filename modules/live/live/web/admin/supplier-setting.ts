import type { Output } from '#kit/contract.ts'
import type { live as Live } from '../../contract.ts'

export type SupplierSetting = Output<typeof Live.suppliers>['items'][number]
