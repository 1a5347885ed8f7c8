/**
 * Messages of an application of WeCom (企业微信) to its members.
 * https://developer.work.weixin.qq.com/document/path/90236 (message/send), …/91039 (gettoken)
 */
import type { WecomConfig } from '../config.ts'
import { type DirectMessage, type Outside, SendRefused } from '../outside.ts'
import { askWithToken, assertAccepted, createTokenSource } from './access-token.ts'
import { cutToBytes, withoutTags } from './texts.ts'

/** 81013: nobody of the receivers is within sight of the application. 40003, 60111: no such user. */
const finalCodes = new Set([81013, 40003, 60111])
/** The provider drops the same content that comes again within so long: a repeated attempt reaches nobody twice. */
const duplicateCheckSeconds = 14_400

function contentOf(message: DirectMessage) {
  const title = withoutTags(message.title)
  const text = withoutTags(message.text)
  if (message.url === undefined)
    return { msgtype: 'text', text: { content: cutToBytes(text === '' ? title : `${title}\n${text}`, 2048) } }
  return {
    msgtype: 'textcard',
    textcard: {
      title: cutToBytes(title, 128),
      description: cutToBytes(text === '' ? title : text, 512),
      url: message.url,
      btntxt: message.language === 'cn' ? '查看' : 'Open',
    },
  }
}

export function createWecom(config: WecomConfig): NonNullable<Outside['sendWecom']> {
  const { endpoint, corpId, secret, agentId } = config
  const tokens = createTokenSource(
    `${endpoint}/cgi-bin/gettoken?corpid=${encodeURIComponent(corpId)}&corpsecret=${encodeURIComponent(secret)}`,
  )
  return async (message) => {
    const answer = await askWithToken(
      tokens,
      (token) => `${endpoint}/cgi-bin/message/send?access_token=${encodeURIComponent(token)}`,
      {
        touser: message.to,
        agentid: agentId,
        ...contentOf(message),
        enable_duplicate_check: 1,
        duplicate_check_interval: duplicateCheckSeconds,
      },
    )
    assertAccepted(answer, finalCodes)
    if (typeof answer.invaliduser === 'string' && answer.invaliduser !== '')
      throw new SendRefused(`unknown user ${answer.invaliduser}`)
    return String(answer.msgid ?? '')
  }
}
