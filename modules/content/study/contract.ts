/** Study: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { centerCalls } from './contract/center.ts'
import { creditCalls } from './contract/credits.ts'
import { gradebookCalls } from './contract/gradebook.ts'
import { recordCalls } from './contract/record.ts'
import { timeCalls } from './contract/times.ts'

export const study = contract({ ...creditCalls, ...centerCalls, ...timeCalls, ...gradebookCalls, ...recordCalls })
