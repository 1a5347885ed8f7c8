/** What waits for an approver, for tests of the modules whose things are approved. */
import { approvals } from '#modules/platform/approvals/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'

/** The task of this approver about a thing, as the calls of a decision take it. */
export async function taskOf(
  platform: TestPlatform,
  approver: BuiltMember,
  { businessType, businessId }: { readonly businessType: number; readonly businessId: string },
): Promise<{ readonly params: { readonly id: string } }> {
  const decide = platform.client(approvals, approver)
  const params = { businessKey: `${businessId}_${businessType}` }
  const { processInstanceId } = await decide.processOfBusiness({ params })
  const { taskId } = await decide.process({ params: { id: processInstanceId } })
  return { params: { id: taskId ?? '' } }
}
