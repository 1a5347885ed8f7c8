/** Pages: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { managingContract } from './contract/managing.ts'
import { readingContract } from './contract/reading.ts'

export const pages = contract({ ...readingContract, ...managingContract })
