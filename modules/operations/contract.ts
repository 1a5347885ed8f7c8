/** Operations: recycle bin, audit log, tasks, status. The entries stand in contract/, by noun. */
import { contract } from '#kit/contract.ts'
import { recycleContract } from './contract/recycle.ts'

export const operations = contract({ ...recycleContract })
