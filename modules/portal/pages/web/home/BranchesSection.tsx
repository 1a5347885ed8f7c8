import { useVisit } from '../visit.ts'
import { BranchLinks } from './BranchLinks.tsx'

/** Beside the to-dos of the product's home page: the branches of the member. */
export default function BranchesSection() {
  useVisit(undefined)
  return <BranchLinks />
}
