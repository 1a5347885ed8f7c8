/** Papers: their calls. Imports kit/, typebox and the contract of questions only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { directoryCallsAt } from '#modules/assessment/questions/contract.ts'
import { paperCalls } from './contract/paper.ts'
import { trialCalls } from './contract/trial.ts'

export { PAPER_FAULTY } from './contract/codes.ts'
export { sectionsMax } from './contract/paper.ts'

export const papers = contract({ ...directoryCallsAt('/exam/paper-directory', 'papers'), ...paperCalls, ...trialCalls })
