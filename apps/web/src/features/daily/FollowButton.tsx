import { Button, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconEye, IconEyeCheck } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { followingQuery } from './api.ts';

/** Following a project, on and off. */
export function FollowButton({ code }: { code: string }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const query = followingQuery(code);
  const { data } = useQuery(query);
  const followed = data?.followed ?? false;
  const toggle = async () => {
    try {
      const { payload } = await call(
        followed ? 'DELETE /projects/:projectCode/follow' : 'PUT /projects/:projectCode/follow',
        { params: { projectCode: code } },
      );
      // A request that began before this response, for example when the window got the focus, would restore the old
      // state.
      await client.cancelQueries(query);
      client.setQueryData(query.queryKey, payload);
      await client.invalidateQueries({ queryKey: ['projects'] });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <Tooltip label={followed ? t('daily.follow.followed') : t('daily.follow.hint')}>
      <Button
        variant={followed ? 'light' : 'default'}
        leftSection={followed ? <IconEyeCheck size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        aria-pressed={followed}
        disabled={!data}
        onClick={() => void toggle()}
      >
        {t('daily.follow.label')}
      </Button>
    </Tooltip>
  );
}
