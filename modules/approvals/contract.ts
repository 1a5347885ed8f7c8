/** Approvals: who has to agree before something happens. The entries stand in contract/, by noun. */
import { contract } from '#kit/contract.ts'
import { absences } from './contract/absences.ts'
import { processes } from './contract/processes.ts'
import { templates } from './contract/templates.ts'

/** What `apply` may refuse: calls of owning modules that apply list these. */
export { APPROVAL_OFF, APPROVAL_PENDING, NOBODY_TO_DECIDE } from './contract/codes.ts'

export const approvals = contract({ ...processes, ...templates, ...absences })
