/** Approvals: decisions that are required before a change. The entries are in contract/, one file per noun. */
import { contract } from '#kit/contract.ts'
import { absences } from './contract/absences.ts'
import { processes } from './contract/processes.ts'
import { templates } from './contract/templates.ts'

export const approvals = contract({ ...processes, ...templates, ...absences })
