/** Identity: companies, organizations, members, roles, sign-in. */
import { contract } from '#kit/contract.ts'

export const identity = contract({})
