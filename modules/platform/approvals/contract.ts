/** Approvals: who has to agree before something happens. The entries stand in contract/, by noun. */
import { contract } from '#kit/contract.ts'
import { absences } from './contract/absences.ts'
import { processes } from './contract/processes.ts'
import { templates } from './contract/templates.ts'

export const approvals = contract({ ...processes, ...templates, ...absences })
