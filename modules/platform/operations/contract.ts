/** Operations: recycle bin, audit log, tasks, status, overview. The entries are in contract/, one file per noun. */
import { contract } from '#kit/contract.ts'
import { auditContract } from './contract/audit.ts'
import { overviewContract } from './contract/overview.ts'
import { recycleContract } from './contract/recycle.ts'
import { statusContract } from './contract/status.ts'
import { tasksContract } from './contract/tasks.ts'

export const operations = contract({
  ...recycleContract,
  ...tasksContract,
  ...auditContract,
  ...statusContract,
  ...overviewContract,
})
