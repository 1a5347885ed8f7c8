/** The line of the status page about BigBlueButton: off, ok, unreachable, or refusing our secret. */
import { type HealthAnswer, healthCheck } from '#modules/platform/operations/server.ts'
import type { Outside } from '#server/outside.ts'
import { ask, versionOf } from './bigbluebutton-api.ts'
import { ProviderUnreachable } from './provider.ts'

/** No meeting has this name; the query costs the server nothing and requires the right secret. */
const nobodysMeeting = 'health-check'

async function check({ config }: Outside): Promise<HealthAnswer> {
  const bigBlueButton = config.live.bigBlueButton
  if (!bigBlueButton) {
    const advice = {
      cn: '未配置 BigBlueButton：两套外部直播系统的直播使用平台直播间。如需接入，请设置 BIGBLUEBUTTON_URL 和 BIGBLUEBUTTON_SECRET',
      en: 'BigBlueButton is not set up: live sessions of the two external systems use the platform’s rooms. To connect one, set BIGBLUEBUTTON_URL and BIGBLUEBUTTON_SECRET',
    }
    return { state: 'off', facts: {}, advice }
  }
  const startedAt = performance.now()
  const facts: Record<string, string | number> = { server: new URL(bigBlueButton.url).host }
  try {
    facts.version = await versionOf(bigBlueButton)
    await ask(bigBlueButton, 'isMeetingRunning', { meetingID: nobodysMeeting })
    facts.answerMs = Math.round(performance.now() - startedAt)
    return { state: 'ok', facts }
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      const advice = {
        cn: 'BigBlueButton 没有响应。请检查地址 BIGBLUEBUTTON_URL、网络和该服务器的状态',
        en: 'BigBlueButton does not answer. Check the address BIGBLUEBUTTON_URL, the network, and that server',
      }
      return { state: 'down', facts, advice }
    }
    const advice = {
      cn: `BigBlueButton 拒绝了请求（${error instanceof Error ? error.message : ''}）。请核对 BIGBLUEBUTTON_SECRET（在该服务器上运行 bbb-conf --secret）；2.4 以前的版本请设置 BIGBLUEBUTTON_CHECKSUM=sha1`,
      en: `BigBlueButton refused the call (${error instanceof Error ? error.message : ''}). Compare BIGBLUEBUTTON_SECRET (bbb-conf --secret on that server); versions before 2.4 need BIGBLUEBUTTON_CHECKSUM=sha1`,
    }
    return { state: 'down', facts, advice }
  }
}

export const bigBlueButtonHealth = healthCheck({
  name: 'bigbluebutton',
  label: { cn: '直播（BigBlueButton）', en: 'Live (BigBlueButton)' },
  order: 75,
  check,
})
