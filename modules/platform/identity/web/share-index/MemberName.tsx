import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { MemberLink } from '#web/ui/MemberLink.tsx'
import { identity } from '../../contract.ts'

/** A member's name by id, with its card, linked to the homepage. */
export default function MemberName({ memberId }: { memberId: string }) {
  const detail = useQuery(q(identity.otherDetail, { query: { memberId } }, { quiet: true })).data
  return <MemberLink memberId={memberId}>{detail?.memberFullName ?? '—'}</MemberLink>
}
