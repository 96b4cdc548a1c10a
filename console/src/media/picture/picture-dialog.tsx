import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconRotate, IconRotateClockwise } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { ConsoleMedia } from '@vitrine/contract/media';
import { useState, type ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.js';
import { useKeptOpen } from '../../ui/dialog.js';
import { LoadingRows } from '../../ui/loading.js';
import { notifyDone } from '../../ui/notify.js';
import { Quiet } from '../../ui/quiet.js';
import { uploadFile } from '../uploads/upload-file.js';
import { takeName, useReplace } from '../use-replace.js';
import { CropBoard } from './crop-board.js';
import { shapedCrop, toPixels, turnedCrop, turnedSize, WHOLE, type Turns } from './crop.js';
import { drawEdited, readPicture, type Edit } from './draw-picture.js';

type Props = { readonly media: ConsoleMedia; readonly onClose: () => void };

// Turns and cuts a picture here in the browser: what comes of it is a file like any other.
export function PictureDialog({ media, onClose }: Props): ReactNode {
  const picture = useQuery({
    queryKey: ['picture', media.id],
    queryFn: () => readPicture(media),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (picture.isError) return <ErrorNotice failure={picture.error} title="The picture could not be opened" />;
  if (picture.data === undefined) return <LoadingRows count={4} />;
  return <Editor media={media} picture={picture.data} onClose={onClose} />;
}

const SHAPES = [
  { value: '', label: 'Any shape' },
  { value: '1.7777777777777777', label: 'Landscape screen, 16:9' },
  { value: '0.5625', label: 'Portrait screen, 9:16' },
  { value: '1', label: 'Square' },
];

const UNCHANGED: Edit = { turns: 0, crop: WHOLE };
const isWhole = ({ turns, crop }: Edit): boolean => turns === 0 && crop.width > 0.999 && crop.height > 0.999;

function Editor({ media, picture, onClose }: Props & { readonly picture: ImageBitmap }): ReactNode {
  const [edit, setEdit] = useState(UNCHANGED);
  const [shape, setShape] = useState('');
  const { replacing, copying } = useKeep(media, picture, edit);
  const isBusy = replacing.isPending || copying.isPending;
  useKeptOpen(!isWhole(edit) && !isBusy && !replacing.isSuccess && !copying.isSuccess, DISCARD);
  const size = turnedSize(picture, edit.turns);
  const pixels = toPixels(edit.crop, size);
  // A shape of pixels, in parts of this picture.
  const part = (chosen: string, of = size) => (chosen === '' ? undefined : (Number(chosen) * of.height) / of.width);
  const turn = (quarters: 1 | 3): void => {
    const turns = ((edit.turns + quarters) % 4) as Turns;
    const crop = Array.from({ length: quarters }).reduce<Edit['crop']>(turnedCrop, edit.crop);
    const asked = part(shape, turnedSize(picture, turns));
    setEdit({ turns, crop: asked === undefined ? crop : shapedCrop(crop, asked) });
  };
  const choose = (chosen: string): void => {
    setShape(chosen);
    const asked = part(chosen);
    setEdit({ ...edit, crop: asked === undefined ? edit.crop : shapedCrop(WHOLE, asked) });
  };
  const failure = replacing.error ?? copying.error;
  return (
    <Stack>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconRotate size={18} aria-hidden />} onClick={() => turn(3)}>
          Left
        </Button>
        <Button variant="default" leftSection={<IconRotateClockwise size={18} aria-hidden />} onClick={() => turn(1)}>
          Right
        </Button>
        <NativeSelect
          aria-label="Shape of what is kept"
          data={SHAPES}
          value={shape}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Quiet className="figures">{`${pixels.width} × ${pixels.height} pixels`}</Quiet>
      </Group>
      <CropBoard
        picture={picture}
        edit={edit}
        shape={part(shape)}
        onChange={(crop) => setEdit((before) => ({ ...before, crop }))}
      />
      <Text size="sm">
        Replacing puts the new picture into all its playlists. Campaigns that are live show the old one until you
        publish them again.
      </Text>
      {failure !== null && <ErrorNotice failure={failure} title="Not saved" />}
      <Group justify="flex-end" className="dialog-foot">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          variant="default"
          loading={copying.isPending}
          disabled={isWhole(edit) || replacing.isPending}
          onClick={() => copying.mutate()}
        >
          Save as a copy
        </Button>
        <Button
          loading={replacing.isPending}
          disabled={isWhole(edit) || copying.isPending}
          onClick={() => replacing.mutate()}
        >
          Replace everywhere
        </Button>
      </Group>
    </Stack>
  );
}

const DISCARD = {
  title: 'Discard what you changed?',
  words: ['The picture is not saved.'],
  stay: 'Go back',
  leave: 'Discard',
};

const COPY_MARK = ' (edited)';

// In the old one's place, or beside it with its name and a mark.
function useKeep(media: ConsoleMedia, picture: ImageBitmap, edit: Edit) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const file = media.file;
  const draw = () =>
    drawEdited(picture, edit, { name: file?.fileName ?? media.name, type: file?.mimeType ?? 'image/jpeg' });
  const replace = useReplace(media);
  const replacing = useMutation({ mutationFn: async () => replace.mutateAsync(await draw()) });
  const copying = useMutation({
    mutationFn: async () => {
      const { media: copy, isNew } = await uploadFile(await draw());
      if (isNew) await takeName(copy.id, media.name.slice(0, MEDIA_NAME_CHARACTERS_MAX - COPY_MARK.length) + COPY_MARK);
      return copy;
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries();
      notifyDone('The copy is in the library.');
      void navigate({ to: '/media/$id', params: { id } });
    },
  });
  return { replacing, copying };
}
