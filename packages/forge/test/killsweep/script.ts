/** What the agents of the sweep do. */
const verify = [{ name: 'test', run: 'test ! -e DEFECT' }]

/** Two units: the first leaves a defect in its first attempt and removes it in its second; the second builds on the first. */
export const script = {
  version: 1,
  rules: [
    {
      when: { role: 'planner' },
      steps: [
        {
          do: 'answer',
          with: {
            plan: {
              units: [
                { id: 'one', title: 'One', writes: ['one.txt', 'DEFECT'], verify },
                { id: 'two', title: 'Two', depends: ['one'], writes: ['two.txt'], verify },
              ],
            },
          },
        },
      ],
    },
    {
      when: { role: 'triage' },
      steps: [
        {
          do: 'answer',
          with: {
            plan: { units: [{ id: 'one', title: 'One', writes: ['one.txt', 'DEFECT'], verify, pipeline: 'route-b' }] },
          },
        },
      ],
    },
    ...['worker', 'implement'].flatMap((role) => [
      {
        when: { role, unit: 'one', attempt: 1 },
        steps: [{ do: 'write', path: 'DEFECT', text: 'x' }, { do: 'answer' }],
      },
      {
        when: { role, unit: 'one' },
        steps: [{ do: 'delete', path: 'DEFECT' }, { do: 'write', path: 'one.txt', text: 'one' }, { do: 'answer' }],
      },
      { when: { role, unit: 'two' }, steps: [{ do: 'write', path: 'two.txt', text: 'two' }, { do: 'answer' }] },
    ]),
    { steps: [{ do: 'answer' }] },
  ],
}
