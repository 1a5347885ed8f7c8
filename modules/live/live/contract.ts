/** Live sessions, from application to replay. The entries are in contract/, grouped by caller. */
import { contract } from '#kit/contract.ts'
import { audienceCalls } from './contract/audience.ts'
import { managementCalls } from './contract/management.ts'
import { readingCalls } from './contract/reading.ts'
import { writingCalls } from './contract/writing.ts'

export const live = contract({ ...readingCalls, ...writingCalls, ...audienceCalls, ...managementCalls })
