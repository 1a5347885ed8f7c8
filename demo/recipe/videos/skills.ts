import {
  barsScene,
  cardsScene,
  closingScene,
  codeScene,
  compareScene,
  line,
  titleScene,
  type Video,
} from '../scenes.ts'

export const average: Video = {
  file: 'data-average.mp4',
  theme: 'data',
  lesson: '平均数会骗人',
  scenes: [
    titleScene(
      '数据分析入门',
      '平均数会骗人',
      '主讲：韩清和　算法研究部',
      line('有人说，这个小组平均月薪两万二。'),
      line('听起来不错，真的是这样吗？'),
    ),
    barsScene(
      '五个人的月薪（千元）',
      [
        { name: '小安', from: 0, to: 10, text: '8', step: 0 },
        { name: '小白', from: 0, to: 11, text: '9', step: 0 },
        { name: '小程', from: 0, to: 12, text: '10', step: 0 },
        { name: '小董', from: 0, to: 14, text: '11', step: 0 },
        { name: '老范', from: 0, to: 88, text: '72', step: 1, strong: true },
      ],
      { text: '平均数 22　　中位数 10', step: 2 },
      line('四个人的月薪，在一万上下。'),
      line('只有老范一个人，是七万二。'),
      line('平均数是两万二，中位数却只有一万。'),
    ),
    compareScene(
      '什么时候用哪一个？',
      { name: '只看平均数，容易误判', items: ['收入、房价、响应时间', '有少数特别大的值', '分成几群的人'] },
      { name: '更稳妥的做法', items: ['同时报告中位数', '画出分布再下结论', '写清楚样本有多少'] },
      line('有特别大的值，平均数就会被拉高。'),
      line('所以要同时看中位数，最好画出分布。'),
    ),
    closingScene('先看分布，再说平均', '练习：找一份部门报表，补上中位数', line('记住：先看分布，再说平均。')),
  ],
}

export const extinguisher: Video = {
  file: 'fire-extinguisher.mp4',
  theme: 'fire',
  lesson: '会用灭火器',
  scenes: [
    titleScene(
      '消防安全',
      '灭火器使用<br>四步法',
      '主讲：孟长河　安全管理专员',
      line('初起火灾，最宝贵的是前三分钟。'),
      line('灭火器怎么用？记住四个字。'),
    ),
    cardsScene(
      '提　拔　握　压',
      [
        { mark: '提', name: '提起', note: '提起灭火器，站到上风向' },
        { mark: '拔', name: '拔销', note: '拔掉铅封和保险销' },
        { mark: '握', name: '握管', note: '握住喷管，距火两到三米' },
        { mark: '压', name: '压把', note: '压下手柄，对准火焰根部扫射' },
      ],
      line('提：提起灭火器，站在上风向。'),
      line('拔：拔掉保险销。'),
      line('握：握住喷管，离火两到三米。'),
      line('压：压下手柄，对准火焰根部扫射。'),
    ),
    compareScene(
      '什么时候不要逞强',
      { name: '这些情况，马上撤离', items: ['火势高过人', '浓烟充满房间', '身后没有退路'] },
      { name: '撤离时这样做', items: ['湿毛巾捂口鼻，弯腰走', '走楼梯，不乘电梯', '到集合点清点人数'] },
      line('火比人高、烟很浓、没有退路，就马上撤离。'),
      line('弯腰走楼梯，不乘电梯，到集合点报到。'),
    ),
    closingScene(
      '小火能灭，大火要跑',
      '火警电话 119　园区消控室 8119',
      line('记住：小火能灭，大火要跑。火警电话，幺幺九。'),
    ),
  ],
}

export const firstProgram: Video = {
  file: 'python-first.mp4',
  theme: 'python',
  lesson: '第一个程序',
  scenes: [
    titleScene(
      'Python 入门',
      '让电脑替你算账',
      '主讲：韩清和　算法研究部',
      line('每个月都要手工汇总报销单？'),
      line('用 Python，几行就能写完。', '用派森，几行就能写完。'),
    ),
    codeScene(
      '求和与平均',
      [
        { text: '<span class="c"># 一周的报销金额</span>', step: 0 },
        {
          text: 'costs = [<span class="s">128.5</span>, <span class="s">36</span>, <span class="s">257</span>, <span class="s">89.9</span>]',
          step: 0,
        },
        { text: 'total = <span class="k">sum</span>(costs)', step: 1 },
        { text: '<span class="k">print</span>(<span class="s">"合计"</span>, total)', step: 2 },
      ],
      { text: '合计 511.4', step: 3 },
      line('把金额放进方括号，就是一个列表。'),
      line('用 sum 求和。', '用萨姆求和。'),
      line('再用 print 打印出来。', '再用普林特，打印出来。'),
      line('运行一下，合计五百一十一块四。'),
    ),
    codeScene(
      '找出超过一百元的',
      [
        { text: '<span class="k">for</span> cost <span class="k">in</span> costs:', step: 0 },
        { text: '    <span class="k">if</span> cost &gt; <span class="s">100</span>:', step: 1 },
        { text: '        <span class="k">print</span>(<span class="s">"需要审批"</span>, cost)', step: 2 },
      ],
      { text: '需要审批 128.5\n需要审批 257', step: 3 },
      line('用循环，一个一个地看。'),
      line('如果大于一百，'),
      line('就打印需要审批。'),
      line('两笔大额，马上就找到了。'),
    ),
    cardsScene(
      '接下来学什么',
      [
        { mark: '一', name: '变量与类型', note: '给数据起名字' },
        { mark: '二', name: '条件与循环', note: '让程序会判断、会重复' },
        { mark: '三', name: '读写文件', note: '处理真实的表格' },
      ],
      line('接下来，我们会学变量与类型，'),
      line('条件与循环，'),
      line('还有怎样读写文件。动手试试吧。'),
    ),
  ],
}
