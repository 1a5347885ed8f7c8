import { BranchLinks } from './BranchLinks.tsx'

/** Where a branch was to be opened without one being chosen: the member's own to choose from. */
export default function BranchChoice() {
  return <BranchLinks />
}
