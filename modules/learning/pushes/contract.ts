/** Pushes: study tasks for members and organizations, urging, and the view of a team. The entries stand in contract/. */
import { contract } from '#kit/contract.ts'
import { learning } from './contract/learning.ts'
import { managing } from './contract/managing.ts'
import { teamCalls } from './contract/team.ts'
import { urging } from './contract/urging.ts'

export const pushes = contract({ ...managing, ...learning, ...urging, ...teamCalls })
