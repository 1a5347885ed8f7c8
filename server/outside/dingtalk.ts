/**
 * Work notifications of an application of DingTalk (钉钉) to its members.
 * https://open.dingtalk.com/document/orgapp/asynchronous-sending-of-enterprise-session-messages
 */
import type { DingtalkConfig } from '../config.ts'
import type { DirectMessage, Outside } from '../outside.ts'
import { askWithToken, assertAccepted, createTokenSource } from './access-token.ts'
import { cutToBytes, withoutMarkdown } from './texts.ts'

/** 33012, 400002: the receivers or the parameters are wrong, and stay so. */
const finalCodes = new Set([33012, 400002])

function contentOf(message: DirectMessage) {
  const markdown = cutToBytes(
    `### ${withoutMarkdown(message.title)}\n\n${withoutMarkdown(message.text).replaceAll('\n', '  \n')}`,
    4000,
  )
  const title = cutToBytes(message.title, 120)
  if (message.url === undefined) return { msgtype: 'markdown', markdown: { title, text: markdown } }
  const singleTitle = message.language === 'cn' ? '查看' : 'Open'
  return {
    msgtype: 'action_card',
    action_card: { title, markdown, single_title: singleTitle, single_url: message.url },
  }
}

export function createDingtalk(config: DingtalkConfig): NonNullable<Outside['sendDingtalk']> {
  const { endpoint, appKey, appSecret, agentId } = config
  const tokens = createTokenSource(
    `${endpoint}/gettoken?appkey=${encodeURIComponent(appKey)}&appsecret=${encodeURIComponent(appSecret)}`,
  )
  return async (message) => {
    const answer = await askWithToken(
      tokens,
      (token) => `${endpoint}/topapi/message/corpconversation/asyncsend_v2?access_token=${encodeURIComponent(token)}`,
      { agent_id: agentId, userid_list: message.to, msg: contentOf(message) },
    )
    assertAccepted(answer, finalCodes)
    return String(answer.task_id ?? '')
  }
}
