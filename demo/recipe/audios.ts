/** The two audio lessons: who says what. */
export type Voice = 'narrator' | 'caller' | 'english'
export type Audio = { file: string; lines: readonly { voice: Voice; text: string; pauseSeconds?: number }[] }

export const audios: readonly Audio[] = [
  {
    file: 'english-phrases.m4a',
    lines: [
      { voice: 'narrator', text: '商务英语邮件，跟读练习。先听一遍，再跟着读。', pauseSeconds: 0.8 },
      { voice: 'narrator', text: '第一句，说明来意。', pauseSeconds: 0.3 },
      { voice: 'english', text: 'I am writing to confirm our meeting on Thursday.', pauseSeconds: 1.6 },
      { voice: 'narrator', text: '第二句，提出请求。', pauseSeconds: 0.3 },
      { voice: 'english', text: 'Could you please send us the updated quotation by Friday?', pauseSeconds: 1.6 },
      { voice: 'narrator', text: '第三句，附上文件。', pauseSeconds: 0.3 },
      { voice: 'english', text: 'Please find attached the test report for your reference.', pauseSeconds: 1.6 },
      { voice: 'narrator', text: '第四句，表示歉意。', pauseSeconds: 0.3 },
      {
        voice: 'english',
        text: 'We apologize for the delay, and we are doing our best to ship today.',
        pauseSeconds: 1.6,
      },
      { voice: 'narrator', text: '第五句，礼貌收尾。', pauseSeconds: 0.3 },
      { voice: 'english', text: 'Thank you for your patience. I look forward to hearing from you.', pauseSeconds: 1.4 },
      { voice: 'narrator', text: '很好。请把这五句话，用到你的下一封邮件里。' },
    ],
  },
  {
    file: 'service-call.m4a',
    lines: [
      { voice: 'narrator', text: '情景练习：一通投诉电话。请注意客服代表的四个步骤。', pauseSeconds: 0.8 },
      { voice: 'narrator', text: '您好，澄岚客户服务，请问有什么可以帮您？', pauseSeconds: 0.4 },
      { voice: 'caller', text: '你们的网关又掉线了，这个月已经第三次了！', pauseSeconds: 0.4 },
      { voice: 'narrator', text: '非常抱歉给您添麻烦了。一个月三次，换成是我也会着急。', pauseSeconds: 0.4 },
      { voice: 'narrator', text: '我先和您核对一下，是三号楼的设备，今天早上九点掉线的，对吗？', pauseSeconds: 0.4 },
      { voice: 'caller', text: '对，就是那一台。', pauseSeconds: 0.4 },
      { voice: 'narrator', text: '工程师今天下午两点前到现场，更换网关，并查清原因。', pauseSeconds: 0.3 },
      { voice: 'narrator', text: '今晚六点前，我会再给您回电话，告诉您结果。您看可以吗？', pauseSeconds: 0.4 },
      { voice: 'caller', text: '好的，那我等你电话。', pauseSeconds: 0.6 },
      { voice: 'narrator', text: '四个步骤是：先道歉，再核对，给方案，定时间。' },
    ],
  },
]
