import type { Output } from '#kit/contract.ts'
import type { community } from '#modules/community/community/contract.ts'

/** A share account that the author belongs to. */
export type OwnAccount = Output<typeof community.myAccounts>['items'][number]
