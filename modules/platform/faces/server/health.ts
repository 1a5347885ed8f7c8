/** The service that compares faces, on the status page. */
import { sql } from 'kysely'
import { type HealthCheck, healthCheck } from '#modules/platform/operations/server.ts'
import { facesTables } from './db.ts'

const hourMs = 3_600_000

const facesCheck: HealthCheck = {
  name: 'faces',
  label: { cn: '人脸比对', en: 'Face verification' },
  order: 79,
  async check({ config, clock }, db) {
    const { provider } = config.faces
    if (provider === 'off')
      return {
        ...{ state: 'off', facts: {} },
        advice: { cn: '尚未接入人脸比对服务', en: 'No service that compares faces is set up' },
      }
    const { rows } = await sql<{ compared: number; busy: number }>`
      select count(*)::int as compared, count(*) filter (where outcome = 'busy')::int as busy from faces.comparison
      where at > ${clock.now() - hourMs}`.execute(facesTables(db))
    const { compared, busy } = rows[0] ?? { compared: 0, busy: 0 }
    const facts = { providers: provider, compared, busy }
    if (busy * 2 > compared)
      return {
        ...{ state: 'warning', facts },
        advice: { cn: '人脸比对服务多次没有响应', en: 'The service did not answer several times' },
      }
    if (provider === 'tencent') return { state: 'ok', facts }
    return {
      ...{ state: 'warning', facts },
      advice: {
        cn: '当前使用测试服务，只粗略比较图片，不识别人脸',
        en: 'The test service is in use: it compares pictures coarsely and knows no faces',
      },
    }
  },
}

export const facesHealth = healthCheck(facesCheck)
